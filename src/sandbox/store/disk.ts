/** A failure of the file system, told by Node or by the engine. */
export const isOfDisk = (error: unknown): boolean =>
	error instanceof Error && ('syscall' in error || /^(IO|Permission|Out of Memory) Error/.test(error.message));
