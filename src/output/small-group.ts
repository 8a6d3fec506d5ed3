/** With fewer installations, percentages and changes mean little. */
export const smallGroup = 30;

export const isSmallGroup = (size: number | null | undefined): size is number =>
	typeof size === 'number' && size < smallGroup;
