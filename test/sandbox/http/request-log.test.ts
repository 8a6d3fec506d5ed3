import {expect, test} from 'vitest';
import {createRequestLog} from '../../../src/sandbox/http/request-log.ts';

const now = () => new Date('2026-06-30T12:00:00Z');

/** A log that has seen so many requests, each of so many characters. */
function logOf(count: number, length: number) {
	const log = createRequestLog(now);
	for (let index = 0; index < count; index++) {
		const answer = {status: 200, about: {request: {filter: 'x'}}};
		log.add({method: 'POST', path: '/meta/oldestReportedDate', answer, length, fault: null});
	}
	return log;
}

test('keeps the last 10,000 requests in order', () => {
	const numbers = logOf(25_000, 100)
		.entries()
		.map(({number}) => number);
	expect(numbers).toEqual(Array.from({length: 10_000}, (_, index) => 15_001 + index));
});

test('keeps fewer long requests, so that memory stays limited', () => {
	const entries = logOf(25_000, 10_000).entries();
	expect(entries.length).toBeGreaterThan(150);
	expect(entries.length).toBeLessThan(500);
	expect(entries.at(-1)).toMatchObject({number: 25_000, request: {filter: 'x'}});
});

test('logs a request of more than 16,384 characters without its content', () => {
	expect(logOf(1, 16_385).entries()).toEqual([expect.objectContaining({number: 1, request: null})]);
	expect(logOf(1, 16_384).entries()).toEqual([expect.objectContaining({number: 1, request: {filter: 'x'}})]);
});

test('continues its numbers after it is cleared', () => {
	const log = logOf(3, 10);
	log.clear();
	expect(log.entries()).toEqual([]);
	const answer = {status: 200};
	expect(log.add({method: 'GET', path: '/', answer, length: 0, fault: null}).number).toBe(4);
});
