import {TextColumn, ValueColumn} from './column-writers.js';
import {type KnownColumn, type KnownTexts, knownColumns} from './known-texts.js';

/** The columns whose values are written one after the other, each with the type that it has in the schema. */
export const makeValues = () => ({
	time: new ValueColumn(false, 8),
	file: new ValueColumn(false, 8),
	offset: new ValueColumn(false, 8),
	token: new ValueColumn(false, 13),
	timed: new ValueColumn(false, 1),
	zone: new ValueColumn(true, 2),
	status: new ValueColumn(true, 2),
	ip: new ValueColumn(true, 1),
	address: new ValueColumn(true, 16),
	url: new ValueColumn(true, 1),
	bytes: new ValueColumn(true, 8),
	duration_ms: new ValueColumn(true, 8),
	referer: new ValueColumn(true, 1),
	bot: new ValueColumn(true, 1),
	forwarded_for: new ValueColumn(true, 1),
	incomplete: new ValueColumn(false, 1),
	line: new ValueColumn(false, 1),
});

/** The columns whose texts come again and again. */
export const makeTexts = (known: KnownTexts): TextColumns =>
	Object.fromEntries(knownColumns.map(name => [name, new TextColumn(known.columns[name])])) as TextColumns;

/** See `makeValues`. */
export type ValueColumns = ReturnType<typeof makeValues>;

/** See `makeTexts`. */
export type TextColumns = Readonly<Record<KnownColumn, TextColumn>>;
