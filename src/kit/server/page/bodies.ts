/** What the further verbs of pages take, in the language of fields; the API's description is made of it. */
import { type Fields, int } from '../../define/field.ts';

/** A verb that takes nothing. */
export const nothing: Fields = {};

/** One record. */
export const oneRecord: Fields = { id: int('编号', { required: true, min: 1 }) };
