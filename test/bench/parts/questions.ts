import {cachedLog} from '../cached-log.js';
import {type Figure, figureOf, type Taken} from '../figure.js';
import {lnavAnswers} from '../lnav-answers.js';
import {answer, openWhole, questions} from '../question.js';
import {linesName, longest, type Session} from '../session.js';
import {spread} from '../spread.js';
import {measureLines} from './lines.js';

/** Limit relative to lnav's time for the same question. Lnav takes seconds, so it runs once per `turns` runs of reqscope. */
const share = 0.03;
const turns = 5;

/** Measures how long searches, facets, routes and the timeline take on the longest log, and how long they delay a key. */
export async function measureQuestions(session: Session): Promise<readonly Figure[]> {
	const lines = linesName(longest(session));
	const log = await cachedLog(longest(session));
	const store = await openWhole(log);
	const answers = [];
	for (const question of questions) {
		answers.push({question, ...(await answer(store, question, session.runs))});
	}
	await store.close();
	const theirs = await lnavAnswers(questions, log, session.home, Math.ceil(session.runs / turns));
	return [
		...(await measureLines(session)),
		...answers.flatMap(({question, time}) => {
			const {name, search, atMost} = question;
			const lnav = theirs?.get(question);
			const taken: Taken[] = [['reqscope', time], ...(lnav === undefined ? [] : [['lnav', lnav] as const])];
			return figureOf(`${lines}, ${name}${search === '' ? '' : `: \`${search}\``}`, 'time', taken, [
				...(atMost === undefined ? [] : [{atMost}]),
				...(longest(session) < 5_000_000 ? [] : [{atMost: share, of: 'lnav'}]),
			]);
		}),
		...figureOf(`${lines}, a key during the questions`, 'time', [
			['reqscope', spread(answers.map(({maxWait}) => maxWait))],
		]),
	];
}
