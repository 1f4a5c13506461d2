/** The numbers by which a person is known, each to one person of the organization. */

/** The numbers of one new or changed person. `personId` is the person itself, whose own numbers do not count. */
export interface Numbers {
  jobNumber?: string | null;
  idNo?: string | null;
  cardNo?: string | null;
  physicalNo?: string | null;
  personId?: number | null;
  /** The former card's number is taken although terminals have not acknowledged that it is out of use. */
  reuse?: 'NOW';
}
