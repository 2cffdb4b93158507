import {readAddress} from '../entries/values/address-range.js';
import {type Dictionary, noText} from '../index/dictionary.js';
import {TextSpan} from '../wasm/text-span.js';

/** The fields that databases of addresses have: the owner of an address (autonomous system), and its country. */
export const geoFields = ['asn', 'country'] as const;

/** Name of such a field. */
export type GeoField = (typeof geoFields)[number];

/** Checks that a field comes from databases of addresses. */
export function isGeoField(field: string): field is GeoField {
	return geoFields.some(name => name === field);
}

/** A database of addresses. */
export type AddressDatabase = {
	readonly fields: readonly GeoField[];
	/** Returns the value for an address of 16 bytes, see `parseAddress`; null if the database doesn't have a value. */
	valueOf(field: GeoField, address: Uint8Array): string | null;
};

/** The values of a dictionary's addresses: for each, 0 if it hasn't been looked up, or the number of its value. */
type KnownValues = {numbers: Uint32Array};

/** The number of a missing value. */
const missing = 1;

/** The values of a field. */
class FieldValues {
	readonly #databases: readonly AddressDatabase[];
	readonly #field: GeoField;
	readonly #known = new WeakMap<Dictionary, KnownValues>();
	/** Values by number. 0 (not looked up) and 1 (`missing`) have no value. */
	readonly #values: Array<string | null> = [null, null];
	readonly #numbers = new Map<string | null, number>([[null, missing]]);

	constructor(databases: readonly AddressDatabase[], field: GeoField) {
		this.#databases = databases.filter(({fields}) => fields.includes(field));
		this.#field = field;
	}

	ofId(addresses: Dictionary, id: number): string | null {
		if (id === noText || addresses.isReleased) {
			return null;
		}
		const known = this.#knownOf(addresses);
		const number = known.numbers[id] || this.#numberOf(this.#find(addresses, id));
		known.numbers[id] = number;
		return this.#values[number] ?? null;
	}

	#find(addresses: Dictionary, id: number): string | null {
		const {bytes, start, end} = addresses.locate(id, span);
		if (!readAddress(bytes, start, end, address)) {
			return null;
		}
		for (const database of this.#databases) {
			const value = database.valueOf(this.#field, address);
			if (value !== null) {
				return value;
			}
		}
		return null;
	}

	#numberOf(value: string | null): number {
		const number = this.#numbers.get(value) ?? this.#values.push(value) - 1;
		this.#numbers.set(value, number);
		return number;
	}

	#knownOf(addresses: Dictionary): KnownValues {
		const {size} = addresses;
		const known = this.#known.get(addresses) ?? {numbers: new Uint32Array(size + 1)};
		this.#known.set(addresses, known);
		if (known.numbers.length <= size) {
			const wider = new Uint32Array(Math.max(size + 1, Math.floor(known.numbers.length * 1.5)));
			wider.set(known.numbers);
			known.numbers = wider;
		}
		return known;
	}
}

const span = new TextSpan();
const address = new Uint8Array(16);

/** Finds the owners and countries of addresses in databases. The first database that has a value counts. */
export class Geo {
	/** The fields that a database has. */
	readonly fields: ReadonlySet<GeoField>;
	readonly #values: Readonly<Record<GeoField, FieldValues>>;

	constructor(databases: readonly AddressDatabase[]) {
		this.fields = new Set(databases.flatMap(({fields}) => fields));
		this.#values = {
			asn: new FieldValues(databases, 'asn'),
			country: new FieldValues(databases, 'country'),
		};
	}

	/** Returns the value for an address, by its number in a dictionary, or null. Looks each address up once. */
	valueOfId(field: GeoField, addresses: Dictionary, id: number): string | null {
		return this.fields.has(field) ? this.#values[field].ofId(addresses, id) : null;
	}
}

/**
 * Returns the reason why a field has no values: no database has it.
 * @param isFleet - true if a server answers
 */
export function withoutDatabase(field: GeoField, isFleet: boolean): string {
	const file = field === 'asn' ? 'GeoLite2-ASN.mmdb' : 'GeoLite2-Country.mmdb';
	return isFleet
		? `${field}: is unknown with --store: the server has no owners and countries of addresses`
		: `${field}: needs a database: in config.jsonc write "geo": ["${file}"], a file of MaxMind, DB-IP or IPinfo; reqscope config shows its path`;
}

/** Without databases. */
export const noGeo = new Geo([]);
