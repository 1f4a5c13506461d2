/** What is known of a cabinet that has said nothing yet. */
export const freshCabinet = {
  temp_min10: 0,
  temp_max10: 80,
  offset10: 0,
  offset_date: null,
  offset_proof: '',
  read_at: null,
  temp10: null,
  humidity: null,
  door_open: null,
  differing: 0,
  version: 1,
};
