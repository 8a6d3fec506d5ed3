import {readListed} from '../../contract/listed-properties.ts';
import {meta} from '../../contract/operations/meta.ts';
import {properties as catalog, type Property} from '../../contract/properties.ts';
import {CliError} from '../../errors.ts';
import {resolveProperty} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type BreakdownProperty, listBreakable} from './breakable-properties.ts';
import {compileBreakdown} from './read-breakdowns.ts';
import type {WhyFigure} from './why-figures.ts';

/** The calls may not suffice for all properties, so those that say most come first. */
const firstNames = [
	'prodEdition',
	'geography.country',
	'os.version',
	'prodVersion',
	'licenseType',
	'prodLanguage',
	'os.platform',
];
const lastNames = ['prodBuild', 'os.edition', 'geography.usState', 'resolutionWidth', 'resolutionHeight'];

const rank = ({name}: BreakdownProperty): number => {
	const first = firstNames.indexOf(name);
	return first >= 0 ? first - firstNames.length : 1 + lastNames.indexOf(name);
};

export const sortByImportance = (breakables: readonly BreakdownProperty[]): readonly BreakdownProperty[] =>
	breakables.toSorted((one, other) => rank(one) - rank(other));

/** Asks the service which properties the product has, in its order; all of the catalog if it does not answer. */
export async function readProperties({connect, signal}: ReportPorts): Promise<readonly Property[]> {
	const client = await connect();
	const {results} = await client.call(meta.productProperties, {}, {signal});
	const descriptors = results.flatMap(({properties}) => properties);
	const listed = descriptors.flatMap(
		descriptor => catalog.find(({name}) => name === descriptor.name) ?? readListed(descriptor) ?? [],
	);
	return listed.length > 0 ? listed : catalog;
}

/** Leaves out properties that the report cannot be broken down by. */
export const keepAccepted = (
	breakables: readonly BreakdownProperty[],
	figure: WhyFigure,
	language: LanguageContext,
): readonly BreakdownProperty[] =>
	breakables.filter(breakable => {
		try {
			compileBreakdown(breakable, figure, language);
			return true;
		} catch (error) {
			if (error instanceof CliError && error.kind === 'usage') return false;
			throw error;
		}
	});

/** Returns the properties that the user named. Throws CliError (usage) for one that the report cannot be broken down by. */
export function findNamed(
	names: readonly string[],
	figure: WhyFigure,
	language: LanguageContext,
): readonly BreakdownProperty[] {
	const known = keepAccepted(listBreakable([...catalog, ...(language.listed ?? [])]), figure, language);
	return names.flatMap(word => {
		const {property, level} = resolveProperty(word, language, '--over');
		const name = level === undefined ? property : `${property}.${level}`;
		const found = known.filter(each => each.name === name || each.name.startsWith(`${name}.`));
		if (found.length > 0) return found;
		throw new CliError('usage', `--over: the report cannot be broken down by ${name}`, {
			...suggestion(
				nearNames(
					name,
					known.map(each => each.name),
				),
				'usagectl props list shows the properties of the product',
			),
			code: 'not-segmentable',
		});
	});
}
