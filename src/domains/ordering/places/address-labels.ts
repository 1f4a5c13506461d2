/** Labels of addresses as the server tells them. */
export interface AddressLabel {
  id: number;
  areaId: number;
  areaName: string;
  name: string;
  place: string;
  /** Where its code leads, without the server's name. */
  path: string;
}

export interface AddressLabels {
  labels: AddressLabel[];
  /** Addresses in use that have no code. */
  without: number;
}
