/** How long a node may act on what it has read: what another node changed holds everywhere within this time. */
export const staleMs = 2_000;
