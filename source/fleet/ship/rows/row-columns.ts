import {allFormats} from '../../../entries/chosen-readers.js';
import {parseAddress} from '../../../entries/values/address-range.js';
import {isBotAgent} from '../../../query/bots/client-class.js';
import {KnownRoutes} from '../../../routes/known-routes.js';
import type {Expected} from '../../../routes/route.js';
import {type ColumnType, shippedColumns, shippedUnreadColumns} from '../../clickhouse/schema.js';
import {
	type ColumnPart,
	DictionaryColumn,
	MapColumn,
	NullableColumn,
	type RowPart,
	rowPart,
	ValueColumn,
} from './columns.js';
import {TextCache} from './dictionary.js';

/** Total size of the strings in the dictionaries above which they start over, in bytes. */
const maxDictionaryBytes = 16 << 20;

/** Maximum number of cached addresses and of cached URL paths. */
const maxCached = 1 << 16;

/** Creates the columns of the requests table, as defined in `schema.ts`, and caches of values derived from strings. */
function makeRequests(knownRoutes: KnownRoutes) {
	const [agent, route, format] = [new DictionaryColumn(), new DictionaryColumn(), new DictionaryColumn()];
	const bots: boolean[] = [];
	return {
		columns: {
			time: new ValueColumn(),
			source: new DictionaryColumn(),
			file: new ValueColumn(),
			offset: new ValueColumn(),
			token: new ValueColumn(),
			timed: new ValueColumn(),
			zone: new NullableColumn(2),
			status: new NullableColumn(2),
			method: new DictionaryColumn(),
			ip: new NullableColumn(1),
			address: new NullableColumn(16),
			url: new NullableColumn(1),
			protocol: new DictionaryColumn(),
			bytes: new NullableColumn(8),
			duration_ms: new NullableColumn(8),
			referer: new NullableColumn(1),
			agent,
			bot: new NullableColumn(1),
			user: new DictionaryColumn(),
			host: new DictionaryColumn(),
			forwarded_for: new NullableColumn(1),
			upstream: new DictionaryColumn(),
			route,
			oddity: new DictionaryColumn(),
			incomplete: new ValueColumn(),
			format,
			path: new DictionaryColumn(),
			line: new ValueColumn(),
			fields: new MapColumn(),
		},
		/** Numbers in the column, by index in `allFormats`. */
		formatNumbers: allFormats.map(({name}) => format.dictionary.numberOfText(name)),
		/** The 16 bytes of an address, with IPv4 in its mapped form; null for an invalid address. */
		addresses: new TextCache(parseAddress, maxCached),
		/** For the path of a URL, the number of its shape in the column and the expectations for its requests. */
		routes: new TextCache<{readonly number: number; readonly expects: Expected | null}>(path => {
			const {route: shape, expects} = knownRoutes.of(path);
			return {number: route.dictionary.numberOfText(shape), expects};
		}, maxCached),
		/** True if an agent, by its number in the column, is a program rather than a browser. */
		isBot(number: number): boolean {
			bots[number] ??= isBotAgent(agent.dictionary.text(number).toString());
			return bots[number];
		},
	};
}

/** Creates the columns of the table of lines that no format reads. */
function makeUnread() {
	return {
		time: new ValueColumn(),
		source: new DictionaryColumn(),
		file: new ValueColumn(),
		offset: new ValueColumn(),
		path: new DictionaryColumn(),
		line: new ValueColumn(),
	};
}

/**
 * Column buffers shared by all logs, because only one log is written at a time. They keep their capacity. Separate buffers for
 * 200 logs took 1 GB.
 */
export class RowColumns {
	/** `take` may replace it. */
	requests: ReturnType<typeof makeRequests>;
	unread = makeUnread();
	readonly #routes: KnownRoutes;
	#writer: object | undefined;

	constructor(routes = new KnownRoutes()) {
		this.#routes = routes;
		this.requests = makeRequests(routes);
	}

	/** Declares the log of the following rows, until `take`. Pass the same `writer` object for each row of a log. */
	begin(writer: object): void {
		if (this.#writer !== undefined && this.#writer !== writer) {
			throw new Error('the rows of the previous log were not taken');
		}
		this.#writer = writer;
	}

	/** Returns the rows and removes them. */
	take(count: number, unreadCount: number): {readonly rows: RowPart; readonly unread: RowPart} {
		const [requests, unread] = [this.requests.columns, this.unread];
		const taken = {
			rows: rowPart(count, takeParts(shippedColumns, requests)),
			unread: rowPart(unreadCount, takeParts(shippedUnreadColumns, unread)),
		};
		this.#writer = undefined;
		if (dictionaryBytes(requests) > maxDictionaryBytes) {
			this.requests = makeRequests(this.#routes);
		}
		if (dictionaryBytes(unread) > maxDictionaryBytes) {
			this.unread = makeUnread();
		}
		return taken;
	}
}

type Columns = Readonly<Record<string, ValueColumn | NullableColumn | DictionaryColumn | MapColumn>>;

function takeParts(types: readonly ColumnType[], columns: Columns): readonly ColumnPart[] {
	return types.flatMap(({name}) => columns[name]?.takePart() ?? []);
}

function dictionaryBytes(columns: Columns): number {
	return Object.values(columns).reduce(
		(sum, column) => sum + ('dictionary' in column ? column.dictionary.size : 0),
		0,
	);
}
