/** The most meals one document gives one person: above it stands a slip of the hand. */
export const mostMeals = 1_000;
