import { repairRecovery } from './repairs.ts'

/** Two live entries of one URN (recovery GR-13; integrity 4.4). The same object is never marked to be deleted. */
export const gr13 = repairRecovery('GR-13', {
  title: (count) =>
    count === 1 ? 'One name stands for two live entries' : `${count} names stand for several live entries`,
  explanation:
    'With equal ids it is one object, recorded twice; with different ids there are two objects, and a look into the cloud says which one serves.',
  couldBeLost: 'Track of one object, if there are two.',
  level: 3,
})
