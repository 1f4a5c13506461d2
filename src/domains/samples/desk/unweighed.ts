/** What stands in a sample before it is weighed, and again after its weighing was taken back. */
export const unweighed = {
  grams: null,
  quality: null,
  weigh_reason: '',
  sampled_at: null,
  sampler_id: null,
  sampler_name: '',
  source: 'MANUAL',
  photo: null,
  device_id: null,
  cell: null,
  put_at: null,
  due_at: null,
  temp_out: false,
  temp_max10: null,
} as const;
