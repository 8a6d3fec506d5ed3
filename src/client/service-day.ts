import {isDay, timestampText} from '../calendar.ts';
import type {HttpAnswer} from './answer/http-answer.ts';

/** Returns the day of the service's clock when it answered (docs/service.md#service-day); undefined without a valid `Date` header. */
export function getServiceDay({date}: HttpAnswer['headers']): string | undefined {
	const moment = Date.parse([date].flat()[0] ?? '');
	const day = Number.isNaN(moment) ? undefined : timestampText(Math.floor(moment / 1000)).slice(0, 10);
	return isDay(day) ? day : undefined;
}
