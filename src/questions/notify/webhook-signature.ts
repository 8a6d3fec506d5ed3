import {createHmac} from 'node:crypto';

/** Signs as Standard Webhooks 1.0 says: HMAC-SHA256 of ID, time and body. The secret is text, or Base64 after `whsec_`. */
export function signWebhook(
	{id, body, secret}: {readonly id: string; readonly body: string; readonly secret: string},
	now: Date,
): Readonly<Record<string, string>> {
	const timestamp = String(Math.floor(now.getTime() / 1000));
	const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
	const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
	return {'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}`};
}
