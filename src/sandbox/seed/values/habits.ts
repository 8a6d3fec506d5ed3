/** `gaps` are possible numbers of days between two days of activity; `weekdays` excludes weekends. */
export type Habit = {readonly gaps: readonly number[]; readonly weekdays: boolean; readonly weight: number};

export const habits: readonly Habit[] = [
	{gaps: [1, 1, 1, 1, 1, 2, 1, 4], weekdays: true, weight: 11},
	{gaps: [2, 3, 5, 6, 7, 7, 9, 14], weekdays: false, weight: 42},
	{gaps: [6, 9, 14, 18, 22, 28, 31, 45], weekdays: false, weight: 47},
];

export const sessionsPerDay = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6, 9] as const;
export const minutesPerSession = [0, 1, 2, 3, 5, 8, 10, 13, 18, 25, 30, 42, 60, 95, 180] as const;
