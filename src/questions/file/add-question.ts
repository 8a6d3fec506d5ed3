import {type Document, isMap, parseDocument} from 'yaml';
import {CliError} from '../../errors.ts';

/** Adds a question to the text of a file, which keeps its comments, its order and its line ends. */

const options = {version: '1.2', merge: false} as const;

/** Lines are not broken, and lists stay as they stand. */
const style = {lineWidth: 0, flowCollectionPadding: false} as const;

type Added = {readonly name: string; readonly title?: string | undefined; readonly ask: string};

/** Sets the members of a question that is there. */
function change(document: Document, {name, title, ask}: Added): void {
	document.setIn(['questions', name, 'ask'], ask);
	if (title !== undefined) document.setIn(['questions', name, 'title'], title);
}

/** Adds a question behind the others, on lines of its own. */
function append(document: Document, {name, title, ask}: Added): void {
	if (!isMap(document.get('questions'))) document.set('questions', document.createNode({}));
	const questions = document.get('questions');
	if (!isMap(questions)) return;
	questions.flow = false;
	questions.add(document.createPair(name, document.createNode({...(title === undefined ? {} : {title}), ask})));
}

/** The text with the question. Throws CliError usage where there is one of that name, unless `replace` is set. */
export function addQuestion(text: string, added: Added, {replace}: {readonly replace: boolean}): string {
	const document: Document = parseDocument(text.trim() === '' ? 'questions:\n' : text, options);
	const questions = document.get('questions');
	if (!isMap(questions) || !questions.has(added.name)) append(document, added);
	else if (replace) change(document, added);
	else
		throw new CliError('usage', `question '${added.name}' already exists`, {
			hint: 'choose another name, or use --replace to replace its command line; title and checks are kept',
		});
	const written = document.toString(style);
	return text.includes('\r\n') ? written.replace(/\r?\n/g, '\r\n') : written;
}
