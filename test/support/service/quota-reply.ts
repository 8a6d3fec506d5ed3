import {Readable} from 'node:stream';
import type {Transport} from '../../../src/ports.ts';

/** The check beside each report, unlike reports with the same filter, has neither levels nor dates. */
const isQuotaCheck = (body: string) =>
	body.includes('{"backOff":[{"historical":true}]}') && !body.includes('dateSplit');

/** Answers the check by itself, as for a product that was never over its quota, so that tests meet only their own requests. */
export const withinQuota =
	(transport: Transport): Transport =>
	(request, options) =>
		isQuotaCheck(request.body ?? '')
			? Promise.resolve({status: 200, headers: {}, body: Readable.from([Buffer.from('{"status":"OK","results":{}}')])})
			: transport(request, options);
