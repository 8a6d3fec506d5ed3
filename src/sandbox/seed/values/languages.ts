import {parseNames} from './countries.ts';

/** By ISO 639-1 code. */
export const languages: ReadonlyMap<string, string> = parseNames(`
	aa=Afar; ab=Abkhazian; af=Afrikaans; ak=Akan; am=Amharic; ar=Arabic; as=Assamese; az=Azerbaijani; ba=Bashkir;
	be=Belarusian; bg=Bulgarian; bn=Bangla; bo=Tibetan; bs=Bosnian; ca=Catalan; cs=Czech; cy=Welsh; da=Danish;
	de=German; dz=Dzongkha; el=Greek; en=English; eo=Esperanto; es=Spanish; et=Estonian; eu=Basque; fa=Persian;
	fi=Finnish; fo=Faroese; fr=French; fy=Western Frisian; ga=Irish; gd=Scottish Gaelic; gl=Galician;
	gu=Gujarati; ha=Hausa; he=Hebrew; hi=Hindi; hr=Croatian; hu=Hungarian; hy=Armenian; id=Indonesian; ig=Igbo;
	is=Icelandic; it=Italian; ja=Japanese; jv=Javanese; ka=Georgian; kk=Kazakh; km=Khmer; kn=Kannada; ko=Korean;
	ku=Kurdish; ky=Kyrgyz; lb=Luxembourgish; lo=Lao; lt=Lithuanian; lv=Latvian; mg=Malagasy; mi=Māori;
	mk=Macedonian; ml=Malayalam; mn=Mongolian; mr=Marathi; ms=Malay; mt=Maltese; my=Burmese; nb=Norwegian Bokmål;
	ne=Nepali; nl=Dutch; nn=Norwegian Nynorsk; oc=Occitan; or=Odia; pa=Punjabi; pl=Polish; ps=Pashto;
	pt=Portuguese; ro=Romanian; ru=Russian; rw=Kinyarwanda; sa=Sanskrit; sd=Sindhi; si=Sinhala; sk=Slovak;
	sl=Slovenian; so=Somali; sq=Albanian; sr=Serbian; sv=Swedish; sw=Swahili; ta=Tamil; te=Telugu; tg=Tajik;
	th=Thai; tk=Turkmen; tl=Filipino; tr=Turkish; tt=Tatar; ug=Uyghur; uk=Ukrainian; ur=Urdu; uz=Uzbek;
	vi=Vietnamese; wo=Wolof; xh=Xhosa; yi=Yiddish; yo=Yoruba; zh=Chinese; zu=Zulu;
`);

/** The languages of the synthetic products; null means that it was never set. */
export const productLanguages: readonly (string | null)[] = ['en', 'de', 'fr', 'es', 'ja', 'pt', 'zh', null];
