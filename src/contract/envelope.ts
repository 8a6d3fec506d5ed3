import {z} from 'zod';

/** The envelope of every answer (service-api.md, Transport conventions and Errors). */

/** `reason` may be absent, null or empty with a status that is not OK (wire-facts part 6, 8). */
export const envelope = z.looseObject({status: z.string(), reason: z.string().nullish()});

/** Product ids have 10 and 11 digits: 64 bits, kept exact in a JavaScript number (wire-facts 1.0, H). */
export const productId = z.int().min(0);
