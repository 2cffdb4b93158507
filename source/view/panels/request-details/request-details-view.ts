import {keyed, leaveHint} from '../../../keys/keyed.js';
import type {Theme} from '../../../themes/theme.js';
import type {PanelScene, PanelView} from '../../panel/open-panel.js';
import {type PanelLine, textLine} from '../../panel/panel-lines.js';
import {type PanelTitle, panelTitle, type ShownLines, toldText} from '../../panel/panel-title.js';
import {firstLine, textRoom} from '../../panel/text-panel.js';
import {marker} from '../../spans/piece.js';
import {type DetailPosition, shownOfDetails} from './detail-position.js';
import type {DetailLine} from './lines/detail-line.js';

/** Returns the selected form of a line, with a marker character besides its style. */
function asSelected(line: PanelLine, {selected}: Theme): PanelLine {
	if (!('pieces' in line)) {
		return line;
	}
	const pieces = line.pieces.map((piece, index) =>
		index === 0 ? {...piece, text: `${marker(true)}${piece.text.slice(1)}`} : piece,
	);
	return {pieces, style: selected};
}

/** Returns the title of the details: the name, the range of visible lines, and the keys that fit. */
export function requestDetailsTitle(
	name: string,
	{
		isFurther,
		hasStops,
		hasValues = false,
		message,
		...lines
	}: ShownLines & {
		/** True if opened from another request's details. */
		readonly isFurther: boolean;
		/** True if a line opens another request. */
		readonly hasStops: boolean;
		/** True if a line has a value to search for. */
		readonly hasValues?: boolean;
		/** A message shown instead of the keys. */
		readonly message: string | null;
	},
	width: number,
): PanelTitle {
	const leave = isFurther ? leaveHint('back') : leaveHint();
	const move = keyed`${'rowDown'} ${'rowUp'} move`;
	const opens = keyed`${'open'} opens`;
	const along = keyed`${'sameClientNext'} ${'sameClientPrevious'} same client`;
	const only = keyed`${'wanted'} only`;
	const without = keyed`${'unwanted'} without`;
	const hints = [
		...(message === null ? [] : [message]),
		...(hasValues && hasStops
			? [toldText([move, opens, only, without, along, leave]), toldText([move, opens, only, without, leave])]
			: []),
		...(hasValues && !hasStops
			? [toldText([move, only, without, along, leave]), toldText([move, only, without, leave])]
			: []),
		...(hasStops
			? [
					toldText([move, opens, along, leave]),
					toldText([opens, along, leave]),
					toldText([move, opens, leave]),
				]
			: []),
	];
	return panelTitle(name, lines, width, hints, leave);
}

/** Returns the visible part of the request details. */
export function requestDetailsView(
	lines: readonly DetailLine[],
	place: DetailPosition & {
		readonly token: string;
		/** A message shown instead of the keys. */
		readonly message: string | null;
		/** True if opened from another request's details. */
		readonly isFurther: boolean;
	},
	scene: PanelScene,
): PanelView {
	const {token, top, selected, message, isFurther} = place;
	const room = textRoom(scene);
	const first = firstLine(top, room, lines.length);
	const shown = shownOfDetails(place, lines, room);
	const title = requestDetailsTitle(
		`Details ${token}`,
		{
			first,
			shown: shown.length,
			total: lines.length,
			isFurther,
			hasStops: lines.some(({opens}) => opens !== undefined),
			hasValues: lines.some(({term}) => term !== undefined),
			message,
		},
		scene.titleWidth,
	);
	const body = shown.map(({line, key}) =>
		key !== undefined && key === selected ? asSelected(line, scene.theme) : line,
	);
	return {...title, body: [textLine(''), ...body]};
}
