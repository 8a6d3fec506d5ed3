import {type Document, isMap, parseDocument} from 'yaml';
import {CliError} from '../../errors.ts';

const options = {version: '1.2', merge: false} as const;

const style = {lineWidth: 0, flowCollectionPadding: false} as const;

type Added = {readonly name: string; readonly title?: string | undefined; readonly ask: string};

function change(document: Document, {name, title, ask}: Added): void {
	document.setIn(['questions', name, 'ask'], ask);
	if (title !== undefined) document.setIn(['questions', name, 'title'], title);
}

function append(document: Document, {name, title, ask}: Added): void {
	if (!isMap(document.get('questions'))) document.set('questions', document.createNode({}));
	const questions = document.get('questions');
	if (!isMap(questions)) return;
	questions.flow = false;
	questions.add(document.createPair(name, document.createNode({...(title === undefined ? {} : {title}), ask})));
}

/** Adds a question to the text of a file and keeps its comments, order and line ends. Throws CliError (usage) if the name exists and `replace` is not set. */
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
