/** The languages of systems, by ISO 639-1 code. */
export const systemLanguages: readonly string[] =
	`aa ab af ak am ar as az ba be bg bn bo bs ca cs cy da de dz el en eo es et eu fa fi fo fr fy ga gd gl gu ha he hi hr hu
	hy id ig is it ja jv ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn oc or pa pl ps pt ro ru rw
	sa sd si sk sl so sq sr sv sw ta te tg th tk tl tr tt ug uk ur uz vi wo xh yi yo zh zu`.split(/\s+/);

/** The languages of the synthetic products; null means that it was never set. */
export const productLanguages: readonly (string | null)[] = ['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh', null];
