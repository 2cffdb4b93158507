import type {Global} from './batch-exports.js';

/** What `judge….ts`, `marked-lines.ts`, `routes.ts`, `shapes.ts`, `rows.ts` and `counts.ts` of `assembly` export: see there. */
export type QuestionExports = {
	readonly judgedTexts: Global;
	readonly routedUrls: Global;
	readonly judgements: Global;
	readonly partsSize: Global;
	readonly mostParts: Global;
	readonly parts: Global;
	readonly partEnds: Global;
	readonly stepsSize: Global;
	readonly steps: Global;
	readonly kinds: Global;
	readonly unknownAt: Global;
	judgeParts(
		table: number,
		first: number,
		end: number,
		count: number,
		isFolded: boolean,
		introducer: number,
	): number;
	judgeEscaped(table: number, first: number, end: number, introducer: number, other: number): number;
	judgeNetwork(
		table: number,
		first: number,
		end: number,
		a: number,
		b: number,
		c: number,
		d: number,
		bits: number,
	): number;
	judgeBySteps(
		table: number,
		first: number,
		end: number,
		start: number,
		endKind: number,
		introducer: number,
	): number;
	markLines(count: number, end: number, length: number, isFolded: boolean): void;
	readonly shapesSize: Global;
	readonly shapes: Global;
	readonly byteKinds: Global;
	readonly routed: Global;
	readonly folded: Global;
	routeUrls(
		table: number,
		first: number,
		end: number,
		count: number,
		longest: number,
		introducer: number,
	): number;
	readonly values: Global;
	readonly wanted: Global;
	readonly found: Global;
	tableFor(bytes: number): number;
	rowsInTable(width: number, base: number, word: number, end: number): number;
	rowsInRange(width: number, low: number, span: number, end: number): void;
	countFound(row: number, end: number): number;
	readonly counted: Global;
	numbersFor(size: number): number;
	countNumbers(count: number, width: number, base: number): void;
	readonly lowest: Global;
	readonly highest: Global;
	countTimes(
		count: number,
		timeWidth: number,
		base: number,
		unit: number,
		statusWidth: number,
		statusBase: number,
		from: number,
		step: number,
		length: number,
	): number;
};
