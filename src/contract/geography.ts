/** The values of geography (docs/service.md#filter-kinds): continents, ISO 3166-1 alpha-2 and ISO 3166-2:US. */

export const continentNames: ReadonlyMap<string, string> = new Map([
	['AF', 'Africa'],
	['AN', 'Antarctica'],
	['AS', 'Asia'],
	['EU', 'Europe'],
	['NA', 'North America'],
	['OC', 'Oceania'],
	['SA', 'South America'],
]);

/** The countries of each continent. */
export const countriesOf: ReadonlyMap<string, readonly string[]> = new Map(
	`AF AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG
	RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW;
	AN AQ BV GS HM TF;
	AS AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM
	PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE;
	EU AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL
	NO PL PT RO RS RU SE SI SJ SK SM UA VA;
	NA AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US
	VC VG VI;
	OC AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS;
	SA AR BO BR CL CO EC FK GF GY PE PY SR UY VE`
		.split(/;\s+/)
		.map(row => row.split(/\s+/))
		.map(([continent = '', ...countries]) => [continent, countries]),
);

const parseStates = (text: string): ReadonlyMap<string, string> =>
	new Map(text.split(/,\s+/).map(item => [item.slice(0, 2), item.slice(3)]));

/** The 50 states and the District of Columbia, without `US-`. */
export const usStates = parseStates(
	`AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
	DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa,
	KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota,
	MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico,
	NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania,
	RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia,
	WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`,
);

export const usTerritories = parseStates(
	'AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, UM US Minor Outlying Islands, VI US Virgin Islands',
);
