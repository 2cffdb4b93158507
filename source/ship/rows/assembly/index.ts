/** Reads lines as the index does, and writes the columns that their rows are sent in. */
export {
	batchRows,
	formats,
	ids,
	input,
	inputSize,
	offsets,
	statuses,
	textEnds,
	textStarts,
	times,
} from '../../../kernel/assembly/batch';
export {used} from '../../../kernel/assembly/blocks';
export {seed} from '../../../kernel/assembly/hash';
export {intern} from '../../../kernel/assembly/intern';
export {scan, scanned} from '../../../kernel/assembly/lines';
export {clear, openTable} from '../../../kernel/assembly/texts';
export * from './columns';
export {asciiEnd, findPathEnds, pathEnds} from './find';
export {output} from './output';
export {tokenWords, writeTokens} from './tokens';
