import {createHash, randomBytes} from 'node:crypto';

/** A secret that is given away once: 16 random bytes in 22 characters. */
export const createToken = (): string => randomBytes(16).toString('base64url');

/** What is kept of a token, so that readers of the file cannot use it. */
export const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
