import type { RuleTexts } from './rules.js';

export const rules: RuleTexts = {
  groups: {
    turn: 'Ein Zug',
    figures: 'Meeple',
    scores: 'Was Punkte bringt',
    end: 'Das Ende',
    bets: 'Die Wetten: Chips setzen',
    settle: 'Die Wetten: Chips gewinnen',
  },
  ours: 'Die gedruckten Regeln schweigen dazu. So wird es hier gespielt.',
  community: 'Die gedruckten Regeln schweigen dazu. Darauf haben sich Spielerinnen und Spieler geeinigt.',
  all: 'Alle Regeln',
  found: { one: '{n} Regel', other: '{n} Regeln' },
  rules: {
    'base/setup-1': {
      title: 'Womit ihr anfangt',
      text: [
        'Zwei bis sechs spielen mit. Jeder hat sieben Meeple. Ein Plättchen liegt offen in der Mitte: eine Stadt im Norden, eine Straße von West nach Ost. Die übrigen Plättchen sind im Beutel, und niemand kennt ihre Reihenfolge.',
      ],
      picture: 'Das Plättchen, mit dem jede Partie beginnt.',
    },
    'base/setup-2': {
      title: 'Wer beginnt',
      text: ['Gespielt wird im Uhrzeigersinn. Wer beginnt, wird ausgelost oder beim Einrichten des Tisches gewählt; bei einer Revanche rückt der Anfang um einen Platz weiter.'],
    },
    'base/turn-1': {
      title: 'Was in einem Zug geschieht',
      text: [
        'Zieh ein Plättchen und leg es an. Danach darfst du einen Meeple darauf setzen. Dann wird gewertet, was fertig geworden ist.',
        'Mit den Wetten kommt ein vierter Schritt dazu: Steht auf dem Plättchen ein Wettbüro, dürfen alle setzen.',
      ],
    },
    'base/place-1': {
      title: 'Wo ein Plättchen passt',
      text: [
        'Ein Plättchen muss mit mindestens einer Kante an einem anderen liegen. Dreh es, wie du willst, aber jede Kante, die anliegt, muss weitergehen: Stadt an Stadt, Straße an Straße, Wiese an Wiese.',
        'Löcher in der Landschaft sind erlaubt.',
      ],
      picture: 'Die Straße geht als Straße weiter, die Stadt als Stadt.',
    },
    'base/place-2': {
      title: 'Ein Plättchen, das nirgends passt',
      text: [
        'Es verlässt offen das Spiel, und du ziehst ein neues.',
        'Wird der Beutel dabei leer, ist dein Zug sofort zu Ende, und die Partie auch.',
      ],
    },
    'base/meeple-1': {
      title: 'Wo ein Meeple stehen darf',
      text: [
        'Nur auf dem Plättchen, das du gerade gelegt hast: auf einer Straße, in einer Stadt, in einem Kloster oder auf einer Wiese.',
        'Und nur, wo noch niemand steht: Schau die ganze Straße, Stadt oder Wiese entlang, über alle ihre Plättchen. Auch deine eigenen Meeple zählen.',
        'Später kann ein Plättchen zwei davon verbinden. So kommen doch mehrere Meeple zusammen.',
      ],
      picture: 'Die Straße ist besetzt, also darf der Meeple auf dem neuen Plättchen nur auf eine seiner Wiesen.',
    },
    'base/meeple-2': {
      title: 'Nur aus deinem Vorrat',
      text: ['Du brauchst vor der Wertung noch einen Meeple. Einen, der in diesem Zug zurückkehrt, kannst du erst in deinem nächsten setzen.'],
    },
    'base/meeple-3': {
      title: 'Auf etwas, das sofort fertig ist',
      text: ['Du darfst einen Meeple auf etwas setzen, das dein Plättchen fertigstellt. Er bringt Punkte und kehrt gleich zurück.'],
    },
    'base/majority-1': {
      title: 'Wer die Punkte bekommt',
      text: [
        'Wer dort die meisten Meeple hat, bekommt alle Punkte. Haben mehrere gleich viele, bekommt jeder von ihnen alle Punkte.',
        'Wo niemand steht, bekommt niemand etwas.',
      ],
      picture: 'Zwei Meeple gegen einen: Blau bekommt alle Punkte, Zinnober keine.',
    },
    'base/return-1': {
      title: 'Wann Meeple zurückkehren',
      text: ['Ist eine Straße, eine Stadt oder ein Kloster gewertet, kehren alle Meeple darin zurück. Meeple auf Wiesen bleiben bis zum Ende der Partie.'],
    },
    'base/road-1': {
      title: 'Straßen',
      text: [
        'Ein Punkt für jedes Plättchen. Eine Straße ist fertig, wenn sie an beiden Enden geschlossen ist: durch ein Dorf, eine Kreuzung, eine Stadt, ein Kloster oder ein Wettbüro, oder weil sie im Kreis läuft. Jeder Arm einer Kreuzung ist eine eigene Straße.',
        'Am Ende der Partie bringt auch eine unfertige Straße einen Punkt je Plättchen.',
      ],
      picture: 'Von Dorf zu Dorf: drei Plättchen, drei Punkte.',
    },
    'base/city-1': {
      title: 'Städte',
      text: [
        'Eine Stadt ist fertig, wenn ihre Mauer keine Lücke mehr hat. Zwei Punkte für jedes Plättchen und noch zwei für jedes Wappen. Das gilt auch für die kleinste: zwei Plättchen, vier Punkte.',
        'Eine unfertige Stadt bringt am Ende einen Punkt je Plättchen und einen je Wappen.',
        'Ein Tisch kann vereinbaren, dass fertige Städte aus zwei Plättchen nur einen Punkt je Plättchen und je Wappen bringen.',
      ],
      picture: 'Drei Plättchen und ein Wappen: 3 × 2 und 2, also 8 Punkte.',
    },
    'base/monastery-1': {
      title: 'Klöster',
      text: [
        'Ein Kloster ist fertig, wenn alle acht Felder darum herum belegt sind: neun Punkte, einer für jedes Plättchen.',
        'Am Ende bringt ein unfertiges Kloster einen Punkt für sich selbst und einen für jedes Plättchen darum herum.',
      ],
      picture: 'Alle acht Nachbarn liegen da: neun Punkte.',
    },
    'base/field-1': {
      title: 'Wiesen',
      text: [
        'Wiesen zählen erst am Ende: drei Punkte für jede fertige Stadt, an die die Wiese grenzt. Wem die Stadt gehört hat, ist gleich.',
        'Eine Wiese ist Land, das zusammenhängt. Straßen, Stadtmauern, Wettbüros und der Rand der Landschaft begrenzen sie. Eine Stadt, die an mehreren Stellen angrenzt, zählt einmal; eine Stadt kann für mehrere Wiesen zählen.',
        'Ein Tisch kann vereinbaren, ohne Wiesen zu spielen.',
      ],
      picture: 'Die Straße trennt zwei Wiesen. Nur die nördliche grenzt an die fertige Stadt: drei Punkte für Zinnober, keine für Blau.',
    },
    'base/count-1': {
      title: 'Ein Plättchen zählt einmal',
      text: ['Wie viele Teile eines Plättchens auch zur selben Straße oder Stadt gehören: Das Plättchen zählt einmal.'],
      picture: 'Die Straße beginnt und endet an derselben Kreuzung, die nur einmal zählt: vier Plättchen.',
    },
    'base/end-1': {
      title: 'Das Ende der Partie',
      text: [
        'Die Partie endet nach dem Zug, in dem das letzte Plättchen gelegt wurde. Dann wird alles gewertet, was noch da ist: zuerst die Wetten, dann Straßen, Städte und Klöster, zuletzt die Wiesen.',
      ],
    },
    'base/win-1': {
      title: 'Wer gewinnt',
      text: ['Die meisten Punkte gewinnen. Haben mehrere gleich viele, teilen sie sich den Sieg.'],
    },
    'base/retire-1': {
      title: 'Vorzeitig gehen',
      text: [
        'Jeder darf jederzeit gehen. Meeple und Chips bleiben liegen und werden noch gewertet, aber wer gegangen ist, kann nicht mehr gewinnen. Ein Plättchen in der Hand geht an den Nächsten, weitere Züge fallen aus.',
      ],
    },
    'bets/setup-1': {
      title: 'Chips und Wettbüros',
      text: ['Jeder bekommt sechs Chips, alle die gleichen. Zehn Plättchen mit einem Wettbüro kommen zu den anderen in den Beutel.'],
      picture: 'Die Chips eines Spielers.',
    },
    'bets/office-1': {
      title: 'Das Wettbüro',
      text: [
        'Man erkennt es an der goldenen Münze auf dem Dach. Straßen, die zu ihm führen, enden dort; eine, die nur vorbeiführt, geht weiter.',
        'Das Büro mit seinem Hof trennt die Wiesen ringsum, auch wo das Bild Zweifel lässt.',
      ],
      picture: 'Die Straße führt am Büro vorbei. Links und rechts vom Hof liegen zwei verschiedene Wiesen.',
    },
    'bets/turn-1': {
      title: 'Wann gesetzt wird',
      text: ['Nach einem Plättchen mit Wettbüro: erst der Meeple, dann die Wertung, dann die Wetten. Das geschieht einmal je Büro; später kommt nichts mehr dazu.'],
    },
    'bets/place-1': {
      title: 'Wer setzen darf',
      text: ['Alle, nicht nur wer am Zug ist: einen Chip aus dem eigenen Vorrat, verdeckt, auf das Büro, das gerade gelegt wurde. Die Chips auf einem Büro sind ein Stapel.'],
      picture: 'Drei Chips auf einem Büro: Man sieht, wer gesetzt hat, nicht worauf.',
    },
    'bets/place-2': {
      title: 'Nicht auf das letzte Plättchen',
      text: ['Ist kein Plättchen mehr zu ziehen, wird nicht mehr gesetzt.'],
    },
    'bets/place-3': {
      title: 'Etwas muss noch offen sein',
      text: ['Sind alle Straßen und Städte auf dem Plättchen schon fertig, gibt es nichts zu wetten. Klöster und Wiesen spielen für Wetten keine Rolle.'],
    },
    'bets/place-4': {
      title: 'Alle zugleich',
      text: ['Jeder wählt geheim. Erst wenn alle gewählt haben, sieht man, wer einen Chip gelegt hat, aber nicht welchen.'],
    },
    'bets/place-5': {
      title: 'Wer gefragt wird',
      text: ['Nur wer noch mitspielt und noch einen Chip hat. Hat niemand einen, entfällt der Schritt.'],
    },
    'bets/secret-1': {
      title: 'Verdeckt bleibt verdeckt',
      text: ['Die Chips in deinem Vorrat darfst du jederzeit ansehen. Was auf einem Plättchen liegt, sieht niemand an, auch nicht wer es gelegt hat. Sich erinnern und kombinieren ist erlaubt.'],
    },
    'bets/target-1': {
      title: 'Wofür ein Stapel zählt',
      text: ['Du wettest nicht auf eine bestimmte Straße oder Stadt. Jede unfertige Straße und Stadt auf dem Plättchen ist ein Ziel, und die erste, die fertig wird, nimmt den ganzen Stapel.'],
    },
    'bets/settle-1': {
      title: 'Wann Wetten abgerechnet werden',
      text: [
        'Sobald eine Straße oder Stadt fertig wird, auf der ein Stapel liegt: Nach der üblichen Wertung des Zuges werden alle Chips des Stapels umgedreht, gewinnen oder gehen leer aus und kehren zurück. Sie dürfen gleich wieder gesetzt werden.',
      ],
    },
    'bets/settle-2': {
      title: 'Wann ein Chip gewinnt',
      text: [
        'Vergleiche ihn mit der Zahl der Plättchen der Straße oder Stadt. Eine einfache Zahl muss genau stimmen und bringt so viele Punkte. Eine Zahl mit Plus stimmt bei so vielen Plättchen oder mehr und bringt die Zahl, die darauf steht.',
        'Der Chip mit nur einer 4 zahlt doppelt: 8 Punkte. Stimmen zwei Zahlen, gilt die höhere. Einen Meeple brauchst du dort nicht.',
      ],
      picture: 'Jeder Chip, und womit er gewinnt.',
    },
    'bets/example-1': {
      title: 'Ein Beispiel',
      text: [
        'Eine Stadt aus vier Plättchen mit einem Wappen wird fertig. Sie bringt wie immer zehn Punkte.',
        'Dann die Wetten: Ein Chip mit einer 4 bringt 4 Punkte, die doppelte 4 bringt 8, ein Chip mit 5 und 6 geht leer aus. Alle drei kehren zurück.',
      ],
      picture: 'Vier Plättchen: 4/5 bringt 4, die doppelte 4 bringt 8, 5/6 geht leer aus.',
    },
    'bets/count-1': {
      title: 'Nur Plättchen zählen',
      text: ['Eine Wette wird mit der wirklichen Zahl der Plättchen verglichen. Wappen und was sonst Punkte ändert, spielen dafür keine Rolle.'],
    },
    'bets/settle-3': {
      title: 'Wo niemand steht',
      text: ['Ein Stapel wird auch abgerechnet, wenn dort niemand steht. Ein Tisch kann es anders vereinbaren: Dann nehmen nur fertige Straßen und Städte mit einem Meeple den Stapel.'],
    },
    'bets/settle-4': {
      title: 'Zwei auf einmal',
      text: [
        'Stellt ein Plättchen mehrere Ziele desselben Stapels fertig, entscheidet, wer es gelegt hat, welches davon den ganzen Stapel nimmt: offen, bevor ein Chip umgedreht wird. Bei mehreren solchen Stapeln kommt das älteste Büro zuerst.',
      ],
    },
    'bets/settle-5': {
      title: 'Mehrere Stapel',
      text: ['Auf einer Straße oder Stadt können mehrere Stapel liegen. Alle werden abgerechnet, und jeder Chip zählt für sich, auch zwei von derselben Person.'],
    },
    'bets/settle-6': {
      title: 'Alte Stapel zuerst',
      text: ['Stellt ein neues Büro etwas fertig, auf dem schon Stapel liegen, werden diese zuerst abgerechnet. Erst danach wird auf das neue Büro gesetzt.'],
    },
    'bets/void-1': {
      title: 'Wenn kein Ziel mehr da ist',
      text: ['Hat ein Stapel sein letztes Ziel verloren, ohne abgerechnet zu werden, gehen die Chips verdeckt zurück. Nur wer sie gesetzt hat, sieht, welche es sind.'],
    },
    'bets/final-1': {
      title: 'Wetten am Ende',
      text: ['Vor allen anderen Schlusswertungen werden die Chips, die noch auf Plättchen liegen, umgedreht und mit dem verglichen, was ihre Straße oder Stadt bis dahin erreicht hat. Meeple spielen keine Rolle.'],
    },
    'bets/final-2': {
      title: 'Welches Ziel am Ende zählt',
      text: ['Hat ein Plättchen mehrere unfertige Ziele, wählt jeder für jeden eigenen Chip geheim, wofür er zählt. Bei einem einzigen Ziel gibt es nichts zu wählen.'],
    },
  },
};
