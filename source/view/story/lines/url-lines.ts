import {type UrlPart, urlParts} from '../../../listing/url-parts.js';
import {heading, named, type Page, remark, type StoryLine} from './story-line.js';

/** The URL part by part, decoded. */
export function urlLines(url: string | null, page: Page): readonly StoryLine[] {
	if (url === null) {
		return [];
	}

	const {scheme, authority, segments, endsInSlash, parameters, fragment, leftOut} = urlParts(url);
	const lines = (name: string, {text, problem}: UrlPart): readonly StoryLine[] => [
		...named(name, text === '' ? '(empty)' : text, page),
		...(problem === null ? [] : named('', `(as it stands: it ${problem})`, page, page.theme.aside)),
	];
	const path = segments?.map(({text}) => text).join(' / ') ?? '';
	const odd = segments?.filter(({problem}) => problem !== null) ?? [];
	return [
		heading('URL', 'decoded', page),
		...(scheme === null ? [] : named('scheme', scheme, page)),
		...(authority === null ? [] : named('host', authority, page)),
		...(segments === null
			? []
			: named(
					'path',
					`${url.startsWith('/') || scheme !== null ? '/ ' : ''}${path}${endsInSlash && path !== '' ? ' /' : ''}`,
					page,
				)),
		...odd.flatMap(({text, problem}) =>
			named('', `(as it stands: ${text} ${problem})`, page, page.theme.aside, 2),
		),
		...(segments === null && authority === null
			? named('path', 'none: the server as a whole is meant', page)
			: []),
		...(parameters?.flatMap(({name, value}) =>
			value === null
				? [...lines(`?${name.text}`, {text: '(no value)', problem: name.problem})]
				: [
						...lines(`?${name.text}`, value),
						...(name.problem === null ? [] : named('', `(its name ${name.problem})`, page, page.theme.aside)),
					],
		) ?? []),
		...(fragment === null ? [] : lines('#', fragment)),
		...(leftOut > 0 ? remark(`and ${leftOut} more parts`, page) : []),
	];
}
