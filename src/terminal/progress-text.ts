import type {JobDescription} from '../ports.ts';

const sizes = [
	[2 ** 30, 'GB'],
	[2 ** 20, 'MB'],
	[2 ** 10, 'KB'],
] as const;

/** `1.5 MB`, `300 bytes`. */
export function sizeText(bytes: number): string {
	const [size, name] = sizes.find(([least]) => bytes >= least) ?? [1, 'bytes'];
	return `${size === 1 ? Math.round(bytes) : (bytes / size).toFixed(1)} ${name}`;
}

const amount = (value: number, unit: JobDescription['unit']): string =>
	unit === 'bytes' ? sizeText(value) : String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

/** `45 s`, `3 min 20 s`, `1 h 5 min`. */
export function span(seconds: number): string {
	const whole = Math.max(0, Math.round(seconds));
	if (whole < 60) return `${whole} s`;
	if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
	return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Describes the progress of a job: `keys: 2,000 of 10,000 keys (20 %), 1,000/s, 8 s left`. */
export function progressText({what, total, unit}: JobDescription, done: number, seconds: number): string {
	const rate = seconds > 0 ? done / seconds : 0;
	const named = unit && unit !== 'bytes' ? ` ${unit}` : '';
	const share = total ? ` of ${amount(total, unit)}${named} (${Math.floor((done / total) * 100)} %)` : named;
	const speed = rate > 0 ? `, ${amount(rate, unit)}/s` : '';
	const left = total && rate > 0 && done < total ? `, ${span((total - done) / rate)} left` : '';
	return done === 0 ? what : `${what}: ${amount(done, unit)}${share}${speed}${left}`;
}
