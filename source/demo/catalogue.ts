/** A language of the shop, as in the paths of its URLs. */
export type Language = 'en' | 'de';

/** A slug in each language of the shop. */
type Slug = Readonly<Record<Language, string>>;

/** A part of a category. Listings and articles are sorted by popularity. */
export type Subcategory = {
	readonly id: number;
	readonly slug: Slug;
	readonly listings: readonly Slug[];
	readonly articles: readonly number[];
};

/** A category of the shop. */
export type Category = {
	readonly id: number;
	readonly slug: Slug;
	readonly subcategories: readonly Subcategory[];
	/** Number of pages of its listing. */
	readonly pages: number;
};

/** The slugs of a category, then its subcategories as `english/german: listing/listing …`. */
const assortment: ReadonlyArray<readonly [string, ...string[]]> = [
	[
		'living-room/wohnzimmer',
		'sofas/sofas: corner-sofas/ecksofas two-seaters/zweisitzer sofa-beds/schlafsofas leather-sofas/ledersofas',
		'shelves/regale: oak-shelves/eichenregale wall-shelves/wandregale bookcases/buecherregale',
		'rugs/teppiche: wool-rugs/wollteppiche runners/laeufer',
	],
	[
		'kitchen/kueche',
		'cookware/kochgeschirr: cast-iron-pots/gusseisentoepfe frying-pans/bratpfannen woks/woks',
		'knives/messer: bread-knives/brotmesser chef-knives/kochmesser knife-blocks/messerbloecke',
		'coffee-tea/kaffee-tee: espresso-makers/espressokocher teapots/teekannen hand-grinders/handmuehlen',
		'tableware/geschirr: stoneware/steinzeug glasses/glaeser',
	],
	[
		'garden/garten',
		'tools/gartengeraete: spades/spaten secateurs/gartenscheren watering-cans/giesskannen',
		'furniture/gartenmoebel: deck-chairs/liegestuehle benches/baenke parasols/sonnenschirme',
		'seeds/saatgut: wildflowers/wildblumen herbs/kraeuter tomatoes/tomaten',
	],
	[
		'lighting/beleuchtung',
		'ceiling-lamps/deckenlampen: pendant-lamps/pendelleuchten spotlights/strahler',
		'table-lamps/tischlampen: desk-lamps/schreibtischlampen bedside-lamps/nachttischlampen',
		'bulbs/leuchtmittel: warm-white/warmweiss filament-bulbs/filamentlampen',
	],
	[
		'bedroom/schlafzimmer',
		'beds/betten: box-spring-beds/boxspringbetten solid-wood-beds/massivholzbetten',
		'bedding/bettwaesche: linen-covers/leinenbezuege pillows/kissen duvets/bettdecken',
	],
	[
		'office/buero',
		'desks/schreibtische: standing-desks/stehtische corner-desks/eckschreibtische',
		'chairs/buerostuehle: mesh-chairs/netzstuehle stools/hocker',
		'stationery/bueromaterial: notebooks/notizbuecher fountain-pens/fuellfederhalter',
	],
	[
		'children/kinder',
		'toys/spielzeug: wooden-trains/holzeisenbahnen building-blocks/baukloetze puzzles/puzzles',
		'furniture/kindermoebel: bunk-beds/etagenbetten play-tables/spieltische',
	],
	['sale/angebote', 'last-chance/restposten: single-items/einzelstuecke returns/ruecklaeufer'],
];

const articlesPerSubcategory = 36;
const firstCategoryId = 3;
const firstSubcategoryId = 21;
const firstArticleId = 1042;

function slug(pair: string): Slug {
	const [en = '', de = ''] = pair.split('/');
	return {en, de};
}

function readAssortment(): readonly Category[] {
	let subcategories = 0;
	return assortment.map(([category, ...lines], index) => ({
		id: firstCategoryId + index,
		slug: slug(category),
		pages: 4 + lines.length * 3,
		subcategories: lines.map(line => {
			const [name = '', listings = ''] = line.split(': ');
			const number = subcategories++;
			const firstArticle = firstArticleId + number * articlesPerSubcategory;
			return {
				id: firstSubcategoryId + number,
				slug: slug(name),
				listings: listings.split(' ').map(slug),
				articles: Array.from({length: articlesPerSubcategory}, (_, article) => firstArticle + article),
			};
		}),
	}));
}

/** The catalogue of the demo's shop, sorted by popularity on every level. */
export const catalogue: readonly Category[] = readAssortment();

/** Above every article's number: requests for such an article are answered with 404. */
export const firstMissingArticle = 90_000;
