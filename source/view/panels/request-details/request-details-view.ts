import {keyed, leaveHint} from '../../../keys/keyed.js';
import type {PanelScene, PanelView, TitleHints} from '../../panel/open-panel.js';
import {selectedLine, textLine} from '../../panel/panel-lines.js';
import {rangeTitle} from '../../panel/panel-title.js';
import {firstLine, scrollHint, textHeight} from '../../panel/text-panel.js';
import {type DetailPosition, shownOfDetails} from './detail-position.js';
import type {DetailLine} from './lines/detail-line.js';

/** Returns the hints of the details. */
export function requestDetailsHints({
	isFurther,
	hasStops,
	hasValues,
	isCut,
}: {
	/** True if opened from another request's details. */
	readonly isFurther: boolean;
	/** True if a line opens another request. */
	readonly hasStops: boolean;
	/** True if a line has a value to search for. */
	readonly hasValues: boolean;
	readonly isCut: boolean;
}): TitleHints {
	const leave = isFurther ? leaveHint('back') : leaveHint();
	if (!hasStops && !hasValues) {
		return [scrollHint(isCut), leave];
	}
	return [
		...(hasStops ? [keyed`${'open'} opens`] : []),
		keyed`${'rowDown'} ${'rowUp'} move`,
		...(hasValues ? [keyed`${'wanted'} only`, keyed`${'unwanted'} without`] : []),
		keyed`${'sameClientNext'} ${'sameClientPrevious'} same client`,
		leave,
	];
}

/** Returns the visible part of the request details. */
export function requestDetailsView(
	lines: readonly DetailLine[],
	position: DetailPosition & {
		readonly token: string;
		/** Reason why the last key did nothing. */
		readonly message: string | null;
		/** True if opened from another request's details. */
		readonly isFurther: boolean;
	},
	scene: PanelScene,
): PanelView {
	const {token, top, selected, message, isFurther} = position;
	const height = textHeight(scene);
	const first = firstLine(top, height, lines.length);
	const shown = shownOfDetails(position, lines, height);
	const title = rangeTitle(`Details ${token}`, {first, shown: shown.length, total: lines.length});
	const hints = requestDetailsHints({
		isFurther,
		hasStops: lines.some(({opens}) => opens !== undefined),
		hasValues: lines.some(({term}) => term !== undefined),
		isCut: shown.length < lines.length,
	});
	const body = shown.map(({line, key}) =>
		key !== undefined && key === selected && 'spans' in line ? selectedLine(line, scene.theme) : line,
	);
	return {title, hints: [hints], remark: message, body: [textLine(''), ...body]};
}
