import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {usagectl} from '../support/program/usagectl.ts';
import {hostileServer, reply} from '../support/service/hostile-server.ts';

/** What a product calls its properties is learned by `props list`, and understood from then on. */

const folder = mkdtempSync(join(tmpdir(), 'names-'));
afterAll(() => rmSync(folder, {recursive: true}));

const property = (name: string, friendlyName: string) => ({
	name,
	friendlyName,
	filterType: 'standard',
	dataType: 'string',
});
const listed = reply({
	status: 'OK',
	results: [
		{category: 'Product Properties', properties: [property('prodVersion', 'Product Version')]},
		{category: 'Custom Properties', properties: [property('C01', 'Seat type'), property('C02', 'Größe = Maß')]},
	],
});
const current = {
	status: 'OK',
	levelLabels: {level1: 'C01'},
	results: {level1: {Gold: {totals: {new: 1, active: 2}}, Silver: {totals: {new: 0, active: 5}}}},
};
const answer = reply(current);
const clients = reply({
	status: 'OK',
	results: [{clientId: 'c1', C01: 'Gold', C02: 'XL', 'geography.country': 'AT'}],
	reachedEnd: true,
});

test("accepts the product's own names in filters and levels, and shows them in headings", async () => {
	const {address, met} = await hostileServer(
		listed,
		answer,
		answer,
		answer,
		answer,
		clients,
		reply({...current, levelLabels: {level1: 'Edition <b>'}}),
		reply({status: 'OK', results: []}),
	);
	const env = {
		USAGECTL_CONFIG_DIR: folder,
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'a',
		USAGECTL_SESSION_ID: 's',
		USAGECTL_PRODUCT: '7',
	};
	const filter = `--filter '"Seat type"=Gold and "Größe = Maß"=XL'`;
	const line = `report current --from -3d --level 'seat type' ${filter} --raw`;
	const before = await usagectl(line, {env});
	expect({exitCode: before.exitCode, asked: met.length}).toEqual({exitCode: 2, asked: 0});
	expect((await usagectl('props list -o json', {env})).exitCode).toBe(0);
	expect((await usagectl(line, {env})).exitCode).toBe(0);
	const {stdout} = await usagectl(line.replace('--raw', '-o table'), {env});
	expect(stdout).toMatch(/^Seat type +New +Active\n/m);
	const page = join(folder, 'page.html');
	await usagectl(line.replace('--raw', `--html ${page}`), {env});
	expect(readFileSync(page, 'utf8')).toContain('<h1>Installations by Seat type ');
	expect(met[1]?.json).toMatchObject({
		globalFilters: {C01: {type: 'string', value: 'Gold'}, C02: {type: 'string', value: 'XL'}},
		levels: {level1: {property: 'C01'}},
	});
	// Columns can be named so, wherever a column is named.
	const named = `report current --from -3d --level C01 --sort 'seat TYPE:desc' --fields 'Seat type,Active' -o csv`;
	expect((await usagectl(named, {env})).stdout).toBe('C01,active\nSilver,5\nGold,2\n');
	const slip = await usagectl(named.replace(',Active', ',Seat typ'), {env});
	expect(slip).toMatchObject({exitCode: 2, stderr: expect.stringContaining('did you mean Seat type')});
	expect(met).toHaveLength(5);
	const list = await usagectl(
		`clients list --properties 'Seat type,Größe = Maß,country' --fields 'größe = maß,Client ID'`,
		{env},
	);
	expect(list.stdout).toMatch(/^Größe = Maß +Client ID\n─+ +─+\nXL +c1\n$/);
	expect(met[5]?.json).toMatchObject({properties: ['C01', 'C02', 'geography.country']});
	// The service itself may say what a level is called.
	const {stdout: told} = await usagectl('report current --from -3d --level prodEdition -o table', {env});
	expect(told).toMatch(/^Edition <b> +New +Active\n/m);
	// The commands that send nothing know the names too.
	const checked = await usagectl(`filter convert '"Seat type"=Gold'`, {env});
	expect(checked.stdout).toBe('{"C01":{"type":"string","value":"Gold"}}\n');
	// A name that neither the catalog nor the product has is still a mistake.
	const typo = await usagectl(`report current --from -3d --filter '"Seat typo"=Gold'`, {env});
	expect(typo).toMatchObject({exitCode: 2, stderr: expect.stringContaining('usagectl props list')});
	expect(met).toHaveLength(7);
	// Names that the product has given up are forgotten.
	expect((await usagectl('props list -o json', {env})).exitCode).toBe(0);
	expect((await usagectl(line, {env})).exitCode).toBe(2);
	expect(met).toHaveLength(8);
});
