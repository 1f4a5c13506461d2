/** The record whose lines a list shows, where it stands inside that record. */
import { createContext } from 'react';

export const OwnerContext = createContext<number | undefined>(undefined);
