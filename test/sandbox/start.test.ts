import {expect, test} from 'vitest';
import {started} from './support/started.ts';

const {baseUrl, products, users, ask} = await started();

test('returns its address, products and users', () => {
	expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	expect(products.map(product => product.name)).toEqual(['Aurora Studio', 'Aurora Viewer', 'Aurora Server']);
	expect(products[0]?.productId).toBeGreaterThan(2 ** 32);
	expect(users).toEqual([
		{user: 'admin@sandbox.example', password: expect.stringMatching(/^[\w-]{16}$/), licenseKeyPermission: true},
		{user: 'analyst@sandbox.example', password: expect.stringMatching(/^[\w-]{16}$/), licenseKeyPermission: false},
	]);
});

test('every list operation returns items of the first product', async () => {
	expect((await ask('/licenseKeys/listKeys')).matchingKeysCount).toBeGreaterThan(100);
	expect((await ask('/meta/oldestReportedDate')).oldestDate).toMatch(/^2023-/);
	expect((await ask('/meta/productProperties')).results.length).toBeGreaterThanOrEqual(3);
	expect((await ask('/meta/propertyValues', {property: 'prodVersion'})).results.length).toBeGreaterThan(1);
	for (const root of ['/exceptionTracking', '/customEventTracking']) {
		expect((await ask(`${root}/getLastLines`, {lineCount: 5})).results).toHaveLength(5);
		const files = await ask(`${root}/listFiles`);
		expect(files.openDailyFiles).toHaveLength(1);
		expect(files.dailyFiles.length).toBeGreaterThan(10);
		expect(files.monthlyFiles.length).toBeGreaterThan(1);
	}
});

test('a product without data returns empty responses', async () => {
	const productId = products[2]?.productId;
	expect(await ask('/meta/propertyValues', {productId, property: 'prodVersion'})).toEqual({
		http: 200,
		status: 'OK',
		results: [],
	});
	expect(await ask('/exceptionTracking/listFiles', {productId})).toEqual({
		http: 200,
		status: 'OK',
		openDailyFiles: [],
		dailyFiles: [],
		monthlyFiles: [],
	});
	expect(await ask('/exceptionTracking/getLastLines', {productId, lineCount: 3})).toMatchObject({
		http: 200,
		results: [],
	});
});
