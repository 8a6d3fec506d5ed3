import {dayText} from '../../../calendar.ts';
import type {meta} from '../../../contract/meta.ts';
import {propertyNames} from '../../../contract/properties.ts';
import type {Handlers} from '../../handler.ts';
import type {Database} from '../../store/database.ts';
import {groupProperties} from './property-listing.ts';
import {listPropertyValues} from './property-values.ts';

const customNames = propertyNames('text').filter(name => /^C\d\d$/.test(name));

/** Custom properties that have a value in some installation of the product. */
async function getUsedCustom(database: Database, product: number): Promise<ReadonlySet<string>> {
	const counts = customNames.map(name => `count("${name}") AS "${name}"`).join(', ');
	const [row] = await database.rows<Record<string, number>>(
		`SELECT ${counts} FROM property_span WHERE productId = $1`,
		[product],
	);
	return new Set(customNames.filter(name => (row?.[name] ?? 0) > 0));
}

/** Properties, their values and the plan's oldest date (docs/service.md#properties, #oldest-date). */
export const metaHandlers: Handlers<typeof meta> = {
	productProperties: async (_input, {product}, {database, assume}) => ({
		results: groupProperties(await getUsedCustom(database, product), assume),
	}),
	propertyValues: listPropertyValues,
	oldestReportedDate: async (_input, {product}, {database}) => {
		const [row] = await database.rows<{oldest: number}>(
			'SELECT oldestReportedDate AS oldest FROM product WHERE productId = $1',
			[product],
		);
		return {oldestDate: dayText(row?.oldest ?? 0)};
	},
};
