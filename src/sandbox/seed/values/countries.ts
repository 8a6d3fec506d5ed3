/** See ISO 3166-1 and ISO 3166-2:US. */

export const parseNames = (text: string): ReadonlyMap<string, string> =>
	new Map(
		text
			.split(';')
			.map(item => item.trim().split('='))
			.filter(([code]) => code !== '')
			.map(([code = '', name = '']) => [code, name]),
	);

export type Continent = {
	readonly code: string;
	readonly name: string;
	readonly countries: ReadonlyMap<string, string>;
};

const continentNames = parseNames(
	'AF=Africa; AN=Antarctica; AS=Asia; EU=Europe; NA=North America; OC=Oceania; SA=South America',
);

const countryNames: Readonly<Record<string, string>> = {
	AF: `
		AO=Angola; BF=Burkina Faso; BI=Burundi; BJ=Benin; BW=Botswana; CD=Congo - Kinshasa;
		CF=Central African Republic; CG=Congo - Brazzaville; CI=Côte d’Ivoire; CM=Cameroon; CV=Cape Verde;
		DJ=Djibouti; DZ=Algeria; EG=Egypt; EH=Western Sahara; ER=Eritrea; ET=Ethiopia; GA=Gabon; GH=Ghana; GM=Gambia;
		GN=Guinea; GQ=Equatorial Guinea; GW=Guinea-Bissau; KE=Kenya; KM=Comoros; LR=Liberia; LS=Lesotho; LY=Libya;
		MA=Morocco; MG=Madagascar; ML=Mali; MR=Mauritania; MU=Mauritius; MW=Malawi; MZ=Mozambique; NA=Namibia;
		NE=Niger; NG=Nigeria; RE=Réunion; RW=Rwanda; SC=Seychelles; SD=Sudan; SH=St. Helena; SL=Sierra Leone;
		SN=Senegal; SO=Somalia; SS=South Sudan; ST=São Tomé & Príncipe; SZ=Eswatini; TD=Chad; TG=Togo; TN=Tunisia;
		TZ=Tanzania; UG=Uganda; YT=Mayotte; ZA=South Africa; ZM=Zambia; ZW=Zimbabwe;
	`,
	AN: `
		AQ=Antarctica; BV=Bouvet Island; GS=South Georgia & South Sandwich Islands; HM=Heard & McDonald Islands;
		TF=French Southern Territories;
	`,
	AS: `
		AE=United Arab Emirates; AF=Afghanistan; AM=Armenia; AZ=Azerbaijan; BD=Bangladesh; BH=Bahrain; BN=Brunei;
		BT=Bhutan; CC=Cocos (Keeling) Islands; CN=China; CX=Christmas Island; CY=Cyprus; GE=Georgia;
		HK=Hong Kong SAR China; ID=Indonesia; IL=Israel; IN=India; IO=British Indian Ocean Territory; IQ=Iraq;
		IR=Iran; JO=Jordan; JP=Japan; KG=Kyrgyzstan; KH=Cambodia; KP=North Korea; KR=South Korea; KW=Kuwait;
		KZ=Kazakhstan; LA=Laos; LB=Lebanon; LK=Sri Lanka; MM=Myanmar (Burma); MN=Mongolia; MO=Macao SAR China;
		MV=Maldives; MY=Malaysia; NP=Nepal; OM=Oman; PH=Philippines; PK=Pakistan; PS=Palestinian Territories;
		QA=Qatar; SA=Saudi Arabia; SG=Singapore; SY=Syria; TH=Thailand; TJ=Tajikistan; TL=Timor-Leste;
		TM=Turkmenistan; TR=Türkiye; TW=Taiwan; UZ=Uzbekistan; VN=Vietnam; YE=Yemen;
	`,
	EU: `
		AD=Andorra; AL=Albania; AT=Austria; AX=Åland Islands; BA=Bosnia & Herzegovina; BE=Belgium; BG=Bulgaria;
		BY=Belarus; CH=Switzerland; CZ=Czechia; DE=Germany; DK=Denmark; EE=Estonia; ES=Spain; FI=Finland;
		FO=Faroe Islands; FR=France; GB=United Kingdom; GG=Guernsey; GI=Gibraltar; GR=Greece; HR=Croatia; HU=Hungary;
		IE=Ireland; IM=Isle of Man; IS=Iceland; IT=Italy; JE=Jersey; LI=Liechtenstein; LT=Lithuania; LU=Luxembourg;
		LV=Latvia; MC=Monaco; MD=Moldova; ME=Montenegro; MK=North Macedonia; MT=Malta; NL=Netherlands; NO=Norway;
		PL=Poland; PT=Portugal; RO=Romania; RS=Serbia; RU=Russia; SE=Sweden; SI=Slovenia; SJ=Svalbard & Jan Mayen;
		SK=Slovakia; SM=San Marino; UA=Ukraine; VA=Vatican City;
	`,
	NA: `
		AG=Antigua & Barbuda; AI=Anguilla; AW=Aruba; BB=Barbados; BL=St. Barthélemy; BM=Bermuda;
		BQ=Caribbean Netherlands; BS=Bahamas; BZ=Belize; CA=Canada; CR=Costa Rica; CU=Cuba; CW=Curaçao; DM=Dominica;
		DO=Dominican Republic; GD=Grenada; GL=Greenland; GP=Guadeloupe; GT=Guatemala; HN=Honduras; HT=Haiti;
		JM=Jamaica; KN=St. Kitts & Nevis; KY=Cayman Islands; LC=St. Lucia; MF=St. Martin; MQ=Martinique;
		MS=Montserrat; MX=Mexico; NI=Nicaragua; PA=Panama; PM=St. Pierre & Miquelon; PR=Puerto Rico; SV=El Salvador;
		SX=Sint Maarten; TC=Turks & Caicos Islands; TT=Trinidad & Tobago; US=United States;
		VC=St. Vincent & Grenadines; VG=British Virgin Islands; VI=U.S. Virgin Islands;
	`,
	OC: `
		AS=American Samoa; AU=Australia; CK=Cook Islands; FJ=Fiji; FM=Micronesia; GU=Guam; KI=Kiribati;
		MH=Marshall Islands; MP=Northern Mariana Islands; NC=New Caledonia; NF=Norfolk Island; NR=Nauru; NU=Niue;
		NZ=New Zealand; PF=French Polynesia; PG=Papua New Guinea; PN=Pitcairn Islands; PW=Palau; SB=Solomon Islands;
		TK=Tokelau; TO=Tonga; TV=Tuvalu; UM=U.S. Outlying Islands; VU=Vanuatu; WF=Wallis & Futuna; WS=Samoa;
	`,
	SA: `
		AR=Argentina; BO=Bolivia; BR=Brazil; CL=Chile; CO=Colombia; EC=Ecuador; FK=Falkland Islands;
		GF=French Guiana; GY=Guyana; PE=Peru; PY=Paraguay; SR=Suriname; UY=Uruguay; VE=Venezuela;
	`,
};

export const continents: readonly Continent[] = Array.from(continentNames, ([code, name]) => ({
	code,
	name,
	countries: parseNames(countryNames[code] ?? ''),
}));

export const usStates: ReadonlyMap<string, string> = parseNames(`
	US-AL=Alabama; US-AK=Alaska; US-AZ=Arizona; US-AR=Arkansas; US-CA=California; US-CO=Colorado;
	US-CT=Connecticut; US-DE=Delaware; US-DC=District of Columbia; US-FL=Florida; US-GA=Georgia; US-HI=Hawaii;
	US-ID=Idaho; US-IL=Illinois; US-IN=Indiana; US-IA=Iowa; US-KS=Kansas; US-KY=Kentucky; US-LA=Louisiana;
	US-ME=Maine; US-MD=Maryland; US-MA=Massachusetts; US-MI=Michigan; US-MN=Minnesota; US-MS=Mississippi;
	US-MO=Missouri; US-MT=Montana; US-NE=Nebraska; US-NV=Nevada; US-NH=New Hampshire; US-NJ=New Jersey;
	US-NM=New Mexico; US-NY=New York; US-NC=North Carolina; US-ND=North Dakota; US-OH=Ohio; US-OK=Oklahoma;
	US-OR=Oregon; US-PA=Pennsylvania; US-RI=Rhode Island; US-SC=South Carolina; US-SD=South Dakota;
	US-TN=Tennessee; US-TX=Texas; US-UT=Utah; US-VT=Vermont; US-VA=Virginia; US-WA=Washington;
	US-WV=West Virginia; US-WI=Wisconsin; US-WY=Wyoming;
`);
