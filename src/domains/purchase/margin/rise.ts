/** The rise of prices a report shows unless another is asked for, in percent. */
export const usualRise = 15;
