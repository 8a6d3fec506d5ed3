import {expect, test} from 'vitest';
import {runPerProduct} from '../../../src/cli/run/run-per-product.ts';
import {CliError} from '../../../src/errors.ts';
import {type Cell, type Column, type Dataset, dataset} from '../../../src/output/dataset.ts';
import {render} from '../../support/program/render.ts';

const column = (key: string): Column => ({key, title: key, kind: 'count'});
const failure = (kind: 'auth' | 'network', message: string) => new CliError(kind, message, {hint: ''});

async function joined(datasets: Readonly<Record<number, Dataset | Error>>) {
	const complaints: string[] = [];
	const run = async (product: number) => {
		const data = datasets[product];
		if (data instanceof Error) throw data;
		return data ? {dataset: data} : {};
	};
	const outcome = await runPerProduct(Object.keys(datasets).map(Number), run, async error => {
		complaints.push(error.message);
	});
	const data = (outcome as {dataset: Dataset}).dataset;
	const {text} = await render(data, 'csv');
	return {text, complaints, exit: (outcome.exit as () => number)(), data};
}

test('leaves columns empty for products that lack them', async () => {
	const {text, exit} = await joined({
		1: dataset([column('a'), column('b')], [[1, 2]]),
		2: dataset([column('b'), column('c')], [[3, 4]]),
	});
	expect(text).toBe('product,a,b,c\n1,1,2,\n2,,3,4\n');
	expect(exit).toBe(0);
});

test('keeps the rows of a product that fails midway, and reports the failure at the end', async () => {
	async function* breaking(): AsyncGenerator<readonly (readonly Cell[])[]> {
		yield [[1]];
		throw failure('network', 'cut');
	}
	const {text, complaints, exit} = await joined({
		1: {columns: [column('a')], blocks: breaking()},
		2: dataset([column('a')], [[2]]),
	});
	expect({text, complaints, exit}).toEqual({text: 'product,a\n1,1\n2,2\n', complaints: ['product 1: cut'], exit: 6});
});

test('writes a line per product in a wide table', async () => {
	const pivot = {subject: ['cohort'], across: 'period', figures: ['lost']};
	const wide = {...dataset([column('cohort'), column('period'), column('lost')], [[1, 0, 5]]), pivot, live: true};
	const {data} = await joined({1: wide, 2: wide});
	expect(data).toMatchObject({pivot: {...pivot, subject: ['product', 'cohort']}, live: true});
});

test('ends the whole run on an interrupt or an unexpected error', async () => {
	const stopped = new CliError('interrupted', 'stopped', {hint: ''});
	await expect(joined({1: stopped, 2: dataset([column('a')], [])})).rejects.toBe(stopped);
	const bug = new TypeError('bug');
	await expect(joined({1: bug, 2: dataset([column('a')], [])})).rejects.toBe(bug);
});
