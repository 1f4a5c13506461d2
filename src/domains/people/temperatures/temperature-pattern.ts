/** °C with one decimal, 34.0–43.9; the form and the import ask for it alike. */
export const temperaturePattern = { source: '^(3[4-9]|4[0-3])(\\.\\d)?$', message: '应为 34.0–43.9，最多一位小数' };
