/** Returns the path of a file next to an upload, such as `keys.csv.rejected.csv`, or in the current folder for standard input. */
export const companionFile = (file: string, ending: string): string => `${file === '-' ? 'stdin' : file}.${ending}`;
