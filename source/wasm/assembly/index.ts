/** All work on each line and each row, in WebAssembly: JavaScript takes three times as long. */
export * from './batch';
export {take, used} from './blocks';
export {
	boundsFor,
	cellsFor,
	chunkCounts,
	chunkOwner,
	chunkSize,
	chunks,
	chunksEnd,
	classOf,
	countClasses,
	countRanges,
	dropUncounted,
	findRanges,
	indexByTime,
	indexes,
	openChunks,
	ranges,
	sumNumbers,
} from './chunks';
export {
	areMultiples,
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
export {counted, countNumbers, numbersFor, readReals, reals} from './counts';
export {derivedTexts, findNetworks, findParameters, findPaths} from './derived';
export {maxParts, partEnds, parts, partsSize} from './find-part';
export {findText} from './find-text';
export {seed} from './hash';
export {intern, touched} from './intern';
export {judgedTexts, judgements} from './judge';
export {judgeEscaped} from './judge-escaped';
export * from './judge-network';
export {judgeParts} from './judge-parts';
export * from './judge-steps';
export {scan, scanned} from './lines';
export {clearLists, listed, listedAt, listIds, mapListed} from './lists';
export {markLines} from './marked-lines';
export {
	countMarked,
	findMarked,
	keepFound,
	kindEnds,
	listFound,
	listKinds,
	marksFor,
	masks,
	positions,
} from './marked-rows';
export {maxNodes, nodeSize, nodes} from './nodes';
export {indexKeys} from './objects';
export {folded, routed, routedUrls, routeUrls} from './routes';
export * from './rows';
export {byteKinds, shapes, shapesSize} from './shapes';
/** Exported only for its test, which can't construct two strings with the same hash. */
export {areSame} from './text-records';
export {bytesOf, clear, copyTexts, find, openTable, pagesOf, sizeOf} from './texts';
