/**
 * Exact tails of the binomial distribution. Libraries with the incomplete beta function bring a whole toolbox of statistics or a
 * hundred packages, so its continued fraction is implemented here.
 */

/** Coefficients of Lanczos' approximation with g = 7, exact to 15 digits. */
const lanczos = [
	0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
	-176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
	1.505_632_735_149_311_6e-7,
];

/** Returns the logarithm of the gamma function, for arguments of 0.5 or more. */
function logGamma(value: number): number {
	const base = value + 6.5;
	const sum = lanczos.reduce(
		(total, coefficient, at) => total + (at === 0 ? coefficient : coefficient / (value - 1 + at)),
	);
	return 0.5 * Math.log(2 * Math.PI) + (value - 0.5) * Math.log(base) - base + Math.log(sum);
}

const tiny = 1e-300;

/** Returns the continued fraction of the incomplete beta function by Lentz's method (Numerical Recipes, section 6.4). */
function continueFraction(x: number, a: number, b: number): number {
	const avoidZero = (value: number) => (Math.abs(value) < tiny ? tiny : value);
	let c = 1;
	let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1));
	let fraction = d;
	// Converges in about sqrt(max(a, b)) steps.
	const maxSteps = 100 + 10 * Math.ceil(Math.sqrt(Math.max(a, b)));
	for (let step = 1; step <= maxSteps; step++) {
		const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step));
		const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1));
		const before = fraction;
		for (const term of [even, odd]) {
			d = 1 / avoidZero(1 + term * d);
			c = avoidZero(1 + term / c);
			fraction *= d * c;
		}
		if (Math.abs(fraction / before - 1) < 1e-14) break;
	}
	return fraction;
}

/** Returns the regularized incomplete beta function: the share below `x` of a beta distribution with parameters of 1 or more. */
export function getBetaShare(x: number, a: number, b: number): number {
	if (x <= 0) return 0;
	if (x >= 1) return 1;
	if (x > (a + 1) / (a + b + 2)) return 1 - getBetaShare(1 - x, b, a);
	const scale = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x);
	return (Math.exp(scale) * continueFraction(x, a, b)) / a;
}

/** Returns the two-sided p-value of `share`: twice the smaller tail, which agrees with the exact interval. */
export function getBinomialPValue(count: number, total: number, share: number): number {
	const atMost = count === total ? 1 : 1 - getBetaShare(share, count + 1, total - count);
	const atLeast = count === 0 ? 1 : getBetaShare(share, count, total - count + 1);
	return Math.min(1, 2 * Math.min(atMost, atLeast));
}

/**
 * Corrects p-values for their number (Benjamini and Hochberg 1995): among those of at most `q`, at most that share is expected to be
 * false. Takes and returns logarithms, in the same order.
 */
export function adjustPValues(logs: readonly number[]): readonly number[] {
	const order = logs.map((_, at) => at).sort((left, right) => (logs[right] ?? 0) - (logs[left] ?? 0));
	const adjusted = new Array<number>(logs.length);
	let least = 0;
	order.forEach((at, place) => {
		least = Math.min(least, (logs[at] ?? 0) + Math.log(logs.length / (logs.length - place)));
		adjusted[at] = least;
	});
	return adjusted;
}
