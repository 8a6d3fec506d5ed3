import type {HttpResponse} from '../ports.ts';
import {type JsonText, mapTexts} from './json-tokens.ts';
import {getWords} from './service-words.ts';

/**
 * Placeholders replace everything that is not a word of the service itself, and the same text always gets the same one.
 * Everything that is not known to be harmless is replaced, so that nothing depends on finding what is confidential.
 */

/** Formats of placeholders, by the members that contain such texts. The number makes them unique. */
const kinds: readonly (readonly [members: RegExp, make: (count: number) => string])[] = [
	[/^password$/, count => `password-${count}`],
	[/^sessionId$/, count => `session-${count}`],
	[/licenseKey$/, count => `key-${count}`],
	[/clientId$|machineId$/i, count => `C${String(count).padStart(15, '0')}`],
	[/^(?:user|email)$/, count => `user-${count}@example.invalid`],
	[/^downloadUrl$/, count => `${placeholderHost}${count}`],
];
const otherKind = (count: number) => `label-${count}`;

export const placeholderHost = 'https://download.invalid/';

export const isPlaceholder = (text: string): boolean =>
	/^(?:(?:password|session|key|label|cookie)-\d+|C\d{15,}|user-\d+@example\.invalid)$/.test(text) ||
	text.startsWith(placeholderHost);

/** Replaced even if labels are kept: account data, and texts that people wrote. */
const confidential =
	/^(?:password|sessionId|productId|user|email|surname|lastEditedBy|notes|downloadUrl|reason|(?:startAt|next)?[cC]lientId|machineId|licenseKey|status|fileName|exception\..+|event\.data)$/;
const secret = /^(?:password|sessionId)$/;
/** The values of these properties are confidential, so requests and responses about them have no labels to keep. */
const confidentialProperty = /"(?:licenseKey|machineId|clientId)"/;

const isDate = (text: string) => /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d)?$|^NOW(?:-\d{1,5})?$/.test(text);
/** Bins and periods are numbers of a few digits (docs/service.md#bins). */
const isBin = (text: string) =>
	/^(?:[≤≥] )?(?:\d{1,4}|\d{1,4}:\d\d|\d{1,4}\.\d{1,2})(?: - (?:\d{1,4}|\d{1,4}:\d\d|\d{1,4}\.\d{1,2}))?$/.test(text);
const hasBins = (path: string) => /histogram|fullReport|engagement|lifetime/.test(path);
const fileName = /^(\d{1,15})((?:_(?:exc|cust))?_\d{4}-\d\d-\d\d(?:_to_\d{4}-\d\d-\d\d)?\.zip)$/;

const types = ['application/json', 'text/javascript', 'text/html', 'text/plain', 'text/csv', 'application/zip'];

type Headers = HttpResponse['headers'];
const firstOf = (headers: Headers, name: string) => [headers[name]].flat()[0];

/** Keeps headers that affect a client, unless they reveal the account. */
function keepHeaders(headers: Headers, cookie: (value: string) => string): Record<string, string> {
	const type = firstOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
	const date = Date.parse(firstOf(headers, 'date') ?? '');
	const wait = firstOf(headers, 'retry-after') ?? '';
	const session = firstOf(headers, 'set-cookie')?.split(';')[0];
	return {
		...(types.includes(type) ? {'content-type': type} : {}),
		...(Number.isNaN(date) ? {} : {date: new Date(date).toUTCString()}),
		...(/^\d{1,6}$/.test(wait) ? {'retry-after': wait} : {}),
		...(firstOf(headers, 'location') === undefined ? {} : {location: '/left-out'}),
		...(session === undefined ? {} : {'set-cookie': `session=${cookie(session)}; Path=/`}),
	};
}

const formats: Readonly<Record<string, RegExp>> = {
	resultFormat: /^(?:raw|highcharts|table)$/,
	hcType: /^(?:line|pie|bar|column)$/,
};

/** Keeps the parameters that choose the form of a response. */
export const keepParams = ({searchParams}: URL): Record<string, string> =>
	Object.fromEntries([...searchParams].filter(([name, value]) => formats[name]?.test(value)));

type Keeping = {readonly keepsLabels: boolean; readonly keepsBins: boolean};

export type Redactor = {
	/**
	 * Replaces the texts in the body of a request or response; omits a body that is not JSON. `request` is the body of the
	 * request.
	 */
	readonly body: (text: string, about: {readonly path: string; readonly request: string}) => string;
	readonly headers: (headers: Headers) => Record<string, string>;
};

/** `mask` masks the secrets of the run in any encoding; `labels` keeps labels. */
export function createRedactor({
	labels,
	mask,
}: {
	readonly labels: boolean;
	readonly mask: (text: string) => string;
}): Redactor {
	const words = getWords();
	const known = new Map<string, string>();
	const products = new Map<string, string>();
	const add = (text: string, make: (count: number) => string) => {
		const own = known.get(text) ?? make(known.size + 1);
		known.set(text, own);
		return own;
	};
	const placeholderFor = (text: string, path: readonly string[]) => {
		const make = kinds.find(([member]) => path.some(name => member.test(name)))?.[1] ?? otherKind;
		return add(text, make);
	};
	const product = (digits: string) => {
		const own = products.get(digits) ?? String(10_000_000_001 + products.size);
		products.set(digits, own);
		return own;
	};
	const isTelling = (text: string) =>
		/:\/\/|@/.test(text) || known.has(text) || text.split(/[^\p{L}\p{N}_-]+/u).some(word => known.has(word));

	const isHarmless = (text: string, keepsBins: boolean) =>
		text === '' || words.has(text) || isDate(text) || (keepsBins && isBin(text));
	const replaceProduct = (text: string, member: string) => {
		const [, id, rest] = fileName.exec(text) ?? [];
		if (id !== undefined) return `${product(id)}${rest}`;
		return member === 'productId' && /^\d+$/.test(text) ? product(text) : undefined;
	};
	/** A text in a member that this program does not know may be anything. */
	const isLabel = ({text, path, isName}: JsonText) =>
		(isName || words.has(path.at(-1) ?? '')) &&
		!path.some(name => confidential.test(name)) &&
		!isTelling(text) &&
		!fileName.test(text);
	/** Returns the text to write if it is kept or derived from a product ID; undefined if it gets a placeholder. */
	const keep = (place: JsonText, {keepsLabels, keepsBins}: Keeping): string | undefined => {
		const {text, path, isName} = place;
		const member = isName ? '' : (path.at(-1) ?? '');
		if (secret.test(member)) return undefined;
		if (isHarmless(text, keepsBins) || (keepsLabels && isLabel(place))) return text;
		return replaceProduct(text, member);
	};
	const number = (digits: string, path: readonly string[]) =>
		path.at(-1) === 'productId' || products.has(digits) ? product(digits) : digits;

	return {
		body: (text, {path, request}) => {
			if (text === '') return '';
			const isTold =
				path.startsWith('/licenseKeys/') || path.startsWith('/auth/') || !confidentialProperty.test(request);
			const keeping = {keepsLabels: labels && isTold, keepsBins: hasBins(path)};
			const mapped = mapTexts(text.replace(/^\uFEFF/, ''), {
				text: place => keep(place, keeping) ?? placeholderFor(place.text, place.path),
				number,
			});
			if (mapped !== undefined) return mask(mapped);
			return /^\s*</.test(text) ? '<!doctype html><title>left out</title>' : 'left out';
		},
		headers: headers => keepHeaders(headers, value => add(value, count => `cookie-${count}`)),
	};
}
