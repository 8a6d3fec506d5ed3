/** The archive folder without --crashes; `query` uses the same one without --archive. */
export const usualFolder = 'crashes';
