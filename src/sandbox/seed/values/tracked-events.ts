export type SeedEvent = {
	readonly category: string | null;
	readonly name: string;
	readonly advanced: boolean;
	/** The largest custom value, or 0 for none. */
	readonly value: number;
	/** The index of the first release with the event. */
	readonly since: number;
};

const event = (category: string | null, name: string, extra: Partial<SeedEvent> = {}): SeedEvent => ({
	category,
	name,
	advanced: true,
	value: 0,
	since: 0,
	...extra,
});
const basic = {advanced: false};

export const seedEvents: readonly SeedEvent[] = [
	event('Files', 'Open', {value: 240}),
	event('Files', 'Save', {value: 90}),
	event('Edit', 'Undo', basic),
	event('View', 'Zoom', basic),
	event('Export', 'PDF', {value: 600}),
	event('Edit', 'Paste'),
	event(null, 'Start', basic),
	event('Tools', 'Filter', {value: 30}),
	event('Export', 'Print'),
	event('Project', 'Open'),
	event('Edit', 'Find & Replace'),
	event('View', 'Full Screen', basic),
	event('Tools', 'Layers', {since: 4}),
	event('Files', 'Autosave', {...basic, since: 6}),
	event('Project', 'Share', {since: 8}),
	event('Help', 'Search', basic),
	event('Export', 'Web "HTML5"', {value: 1200, since: 10}),
	event('Tools', 'Макрос', {since: 12}),
	event(null, 'Crash dialog', {value: 0}),
	event('Tools', 'AI, upscale', {value: 5000, since: 18}),
	event('Help', 'Tour', {...basic, since: 20}),
	event('Settings', '10', basic),
	event('Settings', '9', basic),
	event('Project', 'Archive', {since: 24}),
	event('Labs', 'Preview feature', {since: Number.POSITIVE_INFINITY}),
];
