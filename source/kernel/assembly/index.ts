/** All that is done for each line, in WebAssembly: what JavaScript does in it takes three times as long. */
export * from './batch';
export {used} from './blocks';
export {
	column,
	columnRows,
	extentOfReals,
	extentOfWholes,
	hasNaN,
	largest,
	narrowed,
	narrowReals,
	narrowWholes,
	smallest,
} from './columns';
export {scan, scanned} from './lines';
export {bytesOf, clear, copyTexts, find, intern, openTable, placesOf, seed, sizeOf, touched} from './texts';
